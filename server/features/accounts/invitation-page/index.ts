import { linkPageIn, prefix } from '../../../platform/http/index.ts'

export interface InvitationPages {
  /** The operator's own page. */
  readonly invitationUrl: string | null
  /** This server has the web app. */
  readonly hasApp: boolean
}

/** The page that links of invitations open; `site` is the address of the server without a path. */
export const invitationPageAt = (
  { invitationUrl, hasApp }: InvitationPages,
  site: string,
): string => invitationUrl ?? `${site}${hasApp ? '' : prefix}${invitationPage.path}`

/** Where links of invitations lead without the app. The token is behind the #. */
export const invitationPage = linkPageIn(import.meta.dirname, {
  path: '/invitation',
  tag: 'Invitation',
  operationId: 'invitation_page',
  summary: 'The page that invitation links open',
})
