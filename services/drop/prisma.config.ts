/** Read by Prisma's own command line alone; the service and `latchkey-migrate` take DATABASE_URL as it is. */
export default {
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env['DATABASE_URL'] },
};
