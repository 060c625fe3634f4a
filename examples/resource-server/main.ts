import express from 'express';
import { requireScope } from './check-token.ts';

const { SSO_URL = 'http://localhost:4001', PORT = '4100' } = process.env;
const { ORIGIN = `http://localhost:${PORT}`, AUDIENCE = 'https://api.example.test' } = process.env;
const need = requireScope({ issuer: SSO_URL, audience: AUDIENCE, origin: ORIGIN });

const app = express();
app.get('/greeting', need('profile'), (_request, response) => {
  response.json({ greeting: `Hello, ${response.locals.token.sub}.` });
});
app.get('/letters', need('email'), (_request, response) => {
  response.json({ letters: [] });
});
app.use(((error: { status?: number; message: string }, _request, response, _next) => {
  const status = error.status ?? 500;
  if (status === 500) console.error(error);
  response.status(status).json({ error: status === 500 ? 'The server failed.' : error.message });
}) satisfies express.ErrorRequestHandler);

app.listen(Number(PORT), () => console.log(`The API listens on ${ORIGIN}.`));
