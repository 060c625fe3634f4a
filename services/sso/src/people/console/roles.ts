/** The roles of a member, the least first. */
export const roles = ['member', 'admin', 'owner'] as const;
