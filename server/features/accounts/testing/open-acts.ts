import { password } from '../../../testing/index.ts'
import { type Act, type Params, answers, data, none, open, unbound } from './act.ts'

const anonymous = (status: string, body?: Act['body'], params: Act['params'] = none): Act => ({
  how: 'open to all',
  params,
  ...(body && { body }),
  answers: open(status),
})
const slug = (): Params => ({ slug: 'nobody.example' })
const code = (type: string) => () => data(type, { code: 'x', state: 'made up' })

/** What is open to all: a credential beside it changes nothing, and a bad one harms nothing. */
export const openActs: Readonly<Record<string, readonly Act[]>> = {
  tokens_create: [
    anonymous('400 invalid_credentials', () =>
      data('tokens', { email: 'unknown@example.com', password }),
    ),
  ],
  tokens_refresh_create: [
    anonymous('400 token_invalid', () => data('tokens-refresh', { refresh: 'made up' })),
    {
      how: 'the refresh token of the session',
      params: none,
      body: ({ refreshToken }) => data('tokens-refresh', { refresh: refreshToken }),
      answers: {
        ...open('200'),
        before_a_new_password: '400 token_invalid',
        signed_out: '400 token_invalid',
        of_former_member: '400 token_invalid',
      },
    },
  ],
  // A program without the header of the app's pages.
  browser_sessions_create: [
    anonymous('403 cross_site', () => data('browser-sessions', { refresh: 'made up' })),
  ],
  browser_sessions_refresh_create: [anonymous('403 cross_site')],
  browser_sessions_destroy: [anonymous('403 cross_site')],
  tokens_saml_create: [anonymous('404 not_found')],
  tokens_switch_create: [
    {
      how: 'to a tenant of one’s own',
      params: none,
      body: ({ secondTenantId }) => data('tokens-switch-tenant', { tenant_id: secondTenantId }),
      answers: answers('200', { ...unbound, of_another_tenant: '400 not_a_member' }),
    },
  ],
  saml_initiate: [
    anonymous('403 permission_denied', () =>
      data('saml-initiate', { email_domain: 'nobody.example' }),
    ),
  ],
  saml_login: [anonymous('403 permission_denied', undefined, slug)],
  saml_acs: [anonymous('403 permission_denied', undefined, slug)],
  saml_finish: [anonymous('403 permission_denied', undefined, slug)],
  invitation_page: [anonymous('200')],
  invitations_preview: [
    anonymous('404 not_found', () => data('invitations', { invitation_token: 'made up' })),
  ],
  saml_sls: [anonymous('403 permission_denied', undefined, slug)],
  saml_sls_post: [anonymous('403 permission_denied', undefined, slug)],
  saml_metadata: [anonymous('200', undefined, slug)],
  social_google_initiate: [anonymous('404 not_found')],
  social_github_initiate: [anonymous('404 not_found')],
  social_oidc_initiate: [anonymous('404 not_found')],
  tokens_google_create: [anonymous('404 not_found', code('google-social-tokens'))],
  tokens_github_create: [anonymous('404 not_found', code('github-social-tokens'))],
  tokens_oidc_create: [anonymous('404 not_found', code('oidc-social-tokens'))],
  password_reset_page: [anonymous('200')],
  password_resets_create: [
    anonymous('404 not_found', () => data('password-resets', { email: 'unknown@example.com' })),
  ],
  password_resets_confirm: [
    anonymous('400 token_invalid', () => data('password-resets', { token: 'made up', password })),
  ],
  users_create: [
    anonymous('400 min_length', () =>
      data('users', { name: 'Who', email: 'a@example.com', password: 'x' }),
    ),
  ],
}
