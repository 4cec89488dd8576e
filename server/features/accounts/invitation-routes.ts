import { invalid, notFound } from '@plumbline/jsonapi'
import type { Caller, RightsChanged } from '../../platform/tenancy/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import {
  change,
  create,
  type Endpoint,
  list,
  open,
  personal,
  prefix,
  remove,
  show,
  submit,
  unlessDuplicate,
} from '../../platform/http/index.ts'
import { lockRights } from './guards.ts'
import * as store from './invitations.ts'
import type { AddressMails } from './email/mails.ts'
import { accept, preview } from './joining.ts'
import { madeBy } from './key-routes.ts'
import {
  acceptance,
  type Invitation,
  invitationChange,
  invitationDraft,
  invitationPreviews,
  invitations,
  memberships,
  newInvitations,
} from './resource.ts'
import { invitationPage, invitationPageAt, type InvitationPages } from './invitation-page/index.ts'
import { checkGiving } from './rank.ts'
import { checkUnbound } from './reauthentication.ts'
import { checkLinked } from './role-routes.ts'

const may = 'manage_account'
const tag = 'Invitation'
const emailPointer = '/data/attributes/email'
const dayMs = 86_400_000

function checkExpiry(
  expiresAt: string | undefined,
  { until }: Pick<store.Sender, 'until'>,
  now: number,
): void {
  if (expiresAt === undefined) return
  const pointer = '/data/attributes/expires_at'
  if (Date.parse(expiresAt) < now + dayMs)
    throw invalid(pointer, 'An invitation must be valid for at least 24 hours.', 'too_early')
  if (until !== null && Date.parse(expiresAt) > Date.parse(until))
    throw invalid(
      pointer,
      `An invitation sent with an API key must expire no later than the key: ${until}.`,
    )
}

/** Throws 401 for a key that was revoked meanwhile. */
async function senderOf(tx: Tx, caller: Caller): Promise<store.Sender> {
  const { parentId: keyId } = await madeBy(tx, caller)
  const until = keyId === null ? null : new Date(caller.expiresAt * 1_000).toISOString()
  return { userId: caller.userId, keyId, until }
}

async function checkRoles(tx: Tx, caller: Caller, roles: readonly string[]): Promise<void> {
  const pointer = '/data/relationships/roles/data'
  if (roles.length === 0) throw invalid(pointer, 'At least one role is required.', 'required')
  await checkLinked(tx, caller, 'roles', roles, pointer)
  await checkGiving(tx, caller, roles)
}

async function checkAddress(tx: Tx, email: string): Promise<void> {
  if (!(await store.isMember(tx, email))) return
  throw invalid(emailPointer, 'A user with this email address is already a member.', 'member')
}

const invited = () =>
  invalid(emailPointer, 'There is already a pending invitation for this email address.', 'unique')

/** An invitation that can still be changed or taken back. */
async function openOne(tx: Tx, id: string): Promise<Invitation> {
  const invitation = await store.invitationById(tx, id)
  if (!invitation) throw notFound()
  if (invitation.state === 'pending') return invitation
  const detail = `The invitation is ${invitation.state}. Only a pending invitation can be changed.`
  throw invalid('/data/id', detail, 'invitation_not_pending')
}

export interface InvitationParts extends InvitationPages {
  readonly now: () => number
  readonly rightsChanged: RightsChanged
  readonly mails: AddressMails | null
}

export const invitationRoutes = ({
  now,
  rightsChanged,
  mails,
  ...pages
}: InvitationParts): readonly Endpoint[] => {
  /** Opening the link sends no server what is behind its #; the page sends it with what the user enters. */
  const linkWith = (token: string, base: string): string =>
    `${invitationPageAt(pages, base.slice(0, -prefix.length))}#token=${token}`
  /** The invitation with its new token, which is also mailed to the invited address. */
  const handedOut = async (
    tx: Tx,
    id: string,
    made: { token: string; base: string; by: string },
  ) => {
    const { token, base, by } = made
    const invitation = await openOne(tx, id)
    const { email, expires_at: expiresAt } = invitation
    const mailed = (await mails?.invite(tx, { email, token, expiresAt }, by)) ?? false
    return { ...invitation, token, link: linkWith(token, base), mailed }
  }
  return [
    list(
      invitations,
      '/tenants/invitations',
      {
        may,
        tag,
        operationId: 'tenants_invitations_list',
        summary: 'List invitations, newest first',
      },
      ({ tx, query }) => store.invitationPage(tx, query),
    ),
    create(
      newInvitations,
      '/tenants/invitations',
      {
        may,
        draft: invitationDraft,
        tag,
        operationId: 'tenants_invitations_create',
        summary: 'Invite a user by email; the link and its token are shown once',
        prepare: async (_input, { base }) => base,
      },
      async ({ tx, caller, input, prepared: base }) => {
        const email = input.email.toLowerCase()
        const by = await senderOf(tx, caller)
        checkExpiry(input.expires_at, by, now())
        await checkRoles(tx, caller, input.roles)
        await checkAddress(tx, email)
        await store.storeState(tx, email)
        const { token, hash } = store.makeToken()
        const id = await unlessDuplicate(invited(), () =>
          store.insertInvitation(tx, {
            email,
            hash,
            by,
            expiresAt: input.expires_at ?? null,
            roles: input.roles,
          }),
        )
        return handedOut(tx, id, { token, base, by: by.userId })
      },
    ),
    submit(
      newInvitations,
      '/tenants/invitations/:id/link',
      {
        may,
        tag,
        operationId: 'tenants_invitations_link_create',
        summary:
          'Create and email a new link for a pending invitation; the previous link stops working',
      },
      async ({ tx, caller, id, base }) => {
        await lockRights(tx) // so that it is not accepted meanwhile
        const before = await openOne(tx, id)
        await checkGiving(tx, caller, before.roles ?? [])
        const { token, hash } = store.makeToken()
        await store.changeToken(tx, id, { hash, by: await senderOf(tx, caller) })
        return handedOut(tx, id, { token, base, by: caller.userId })
      },
    ),
    invitationPage,
    open(
      invitationPreviews,
      '/invitations/preview',
      {
        draft: acceptance,
        status: 200,
        whenFull: false,
        refusals: [404, 410],
        tag,
        operationId: 'invitations_preview',
        summary: 'Describe the invitation of a link, without accepting it',
      },
      ({ input, database }) => preview(database, input.invitation_token),
    ),
    show(
      invitations,
      '/tenants/invitations/:id',
      { may, tag, operationId: 'tenants_invitations_retrieve', summary: 'Get an invitation' },
      ({ tx, id }) => store.invitationById(tx, id),
    ),
    change(
      invitations,
      '/tenants/invitations/:id',
      {
        may,
        draft: invitationChange,
        tag,
        operationId: 'tenants_invitations_partial_update',
        summary: 'Update a pending invitation',
      },
      async ({ tx, caller, id, input }) => {
        const email = input.email?.toLowerCase()
        await lockRights(tx) // so that it is not accepted meanwhile
        const before = await openOne(tx, id)
        await checkGiving(tx, caller, before.roles ?? [])
        const by = await senderOf(tx, caller)
        checkExpiry(input.expires_at, by, now())
        if (input.roles) await checkRoles(tx, caller, input.roles)
        if (email) {
          await checkAddress(tx, email)
          await store.storeState(tx, email)
        }
        await unlessDuplicate(invited(), () =>
          store.changeInvitation(tx, id, {
            by,
            ...(email && { email }),
            ...(input.expires_at && { expiresAt: input.expires_at }),
            ...(input.roles && { roles: input.roles }),
          }),
        )
        return store.invitationById(tx, id)
      },
    ),
    remove(
      '/tenants/invitations/:id',
      { may, tag, operationId: 'tenants_invitations_destroy', summary: 'Revoke an invitation' },
      async ({ tx, id }) => {
        await openOne(tx, id)
        return store.close(tx, id, 'revoked')
      },
    ),
    personal(
      memberships,
      '/invitations/accept',
      {
        may: 'any_member',
        draft: acceptance,
        status: 201,
        refusals: [404, 410],
        tag,
        operationId: 'invitations_accept_create',
        summary: 'Accept an invitation',
      },
      ({ input, caller, database, requestId }) => {
        const { authMethod } = checkUnbound(caller)
        const by = { token: input.invitation_token, requestId, rightsChanged, authMethod }
        return accept(database, caller, by)
      },
    ),
  ]
}
