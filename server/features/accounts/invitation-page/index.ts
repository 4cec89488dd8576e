import { linkPageIn } from '../../../platform/http/index.ts'

/** Where links of invitations lead when no page of the operator's own is set. The token is behind the #. */
export const invitationPage = linkPageIn(import.meta.dirname, {
  path: '/invitation',
  tag: 'Invitation',
  operationId: 'invitation_page',
  summary: 'The page that invitation links open',
})
