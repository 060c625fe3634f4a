import { roles, type Acceptance } from '../../people/orgs/invitation.ts';
import { at, Prisma } from '../database.ts';

/**
 * The condition that an invitation `i` to an org `o` may be accepted: it is open, and whoever made it may still invite
 * so.
 */
export function mayBeAccepted(now: Date): Prisma.Sql {
  return Prisma.sql`i.accepted_at is null and i.expires_at > ${at(now)} and o.id = i.org_id
    and o.status = 'active' and exists (
      select from users u left join members m
        on m.org_id = i.org_id and m.user_id = u.id and m.status = 'active'
      where u.id = i.invited_by and u.status = 'active'
        and (u.kind in ('admin', 'root') or m.role = 'owner' or (m.role = 'admin' and i.role <> 'owner')))`;
}

/** The address of who invites, an account `v`, as whom the invitation is for is shown it: where it is verified. */
export const inviterEmail = Prisma.raw('case when v.email_verified_at is not null then v.email end');

/** The statement that spends an open invitation and makes its membership. It holds for one caller. */
export function acceptInvitation({
  id,
  email,
  userId,
  memberId,
  row: { createdAt: now },
}: Acceptance): Prisma.Sql {
  return Prisma.sql`
    with spent as (
      update invitations i set accepted_at = ${at(now)} from orgs o
      where i.id = ${id}::uuid and i.email = ${email} and ${mayBeAccepted(now)}
      returning i.org_id, i.role, o.slug
    ), joined as (
      insert into members (id, org_id, user_id, role, status, created_at)
      select ${memberId}::uuid, org_id, ${userId}::uuid, role, 'active', ${at(now)} from spent
      on conflict (org_id, user_id) do update set status = 'active', role = case
        when members.status = 'active' and ${rank('members')} > ${rank('excluded')}
        then members.role else excluded.role end
      returning org_id, role
    )
    select j.org_id as "orgId", s.slug as "orgSlug", j.role from joined j, spent s`;
}

function rank(table: 'members' | 'excluded'): Prisma.Sql {
  return Prisma.sql`array_position(${[...roles]}::text[], ${Prisma.raw(table)}.role)`;
}
