import { randomUUID } from 'node:crypto'
import { password } from '../../../testing/index.ts'
import {
  type Act,
  answers,
  anyKind,
  data,
  otherTenant,
  id,
  link,
  list,
  missing,
  needsCode,
  noKey,
  none,
  read,
  recent,
  unbound,
} from './act.ts'
import type { Scene } from './credentials.ts'

const change =
  (attributes: object, isProven: boolean): NonNullable<Act['body']> =>
  (scene) =>
    data('users', { ...attributes, ...(isProven && scene.proof) })
const newPassword = { password: 'another long enough password' }
const newEmail = (): object => ({ email: `${randomUUID()}@example.com` })

const identity: NonNullable<Act['body']> = () =>
  data('user-identities', { provider: 'oidc', code: 'x', state: 'made up' })

/** A password is sent by a user without one, or without the required code. */
const noPassword = {
  ...noKey,
  with_factor: '400 second_factor_required',
  social: '400 invalid_credentials',
  social_old: '400 invalid_credentials',
} as const

/** What users do to themselves and to each other. */
export const actsUponUsers: Readonly<Record<string, readonly Act[]>> = {
  users_me_retrieve: [list()],
  users_list: [list()],
  users_retrieve: [read(id('otherId'))],
  users_partial_update: [
    {
      how: 'one’s own name',
      params: id('userId'),
      body: () => data('users', { name: 'Renamed' }),
      answers: anyKind('200'),
    },
    ...(['password', 'email'] as const).flatMap((what): readonly Act[] => {
      const body =
        (isProven: boolean): NonNullable<Act['body']> =>
        (scene) =>
          change(what === 'password' ? newPassword : newEmail(), isProven)(scene)
      const bound = what === 'email' ? unbound : { ...unbound, assigned: '200' }
      return [
        {
          how: `one’s own ${what}, with the present password`,
          params: id('userId'),
          body: body(true),
          answers: answers('200', { ...bound, ...needsCode, of_another_tenant: '404 not_found' }),
        },
        {
          how: `one’s own ${what}, without it`,
          params: id('userId'),
          body: body(false),
          answers: answers('200', {
            ...bound,
            ...missing,
            ...(what === 'password' && { assigned: '400 required' }),
            of_another_tenant: '404 not_found',
          }),
        },
        {
          how: `the ${what} of another`,
          params: id('otherId'),
          body: body(false),
          answers: answers('200', { ...recent, ...otherTenant }),
        },
        {
          how: `the ${what} of another, with one’s own password`,
          params: id('otherId'),
          body: body(true),
          answers: answers('200', {
            ...noKey,
            with_factor: '400 second_factor_required',
            social: '400 invalid_credentials',
            social_old: '400 invalid_credentials',
            ...otherTenant,
          }),
        },
      ]
    }),
    {
      how: 'one’s own password, with a guess at the present one',
      params: id('userId'),
      body: () => data('users', { ...newPassword, current_password: 'a wrong guess' }),
      answers: answers('400 invalid_credentials', {
        ...unbound,
        assigned: '400 invalid_credentials',
        social: '200',
        social_old: '403 sign_in_again',
        of_another_tenant: '400 invalid_credentials',
      }),
    },
  ],
  users_destroy: [
    {
      how: 'oneself',
      params: id('userId'),
      answers: answers('204', { ...recent, of_another_tenant: '400 invalid' }),
    },
    {
      how: 'oneself, with the present password',
      params: id('userId'),
      body: ({ proof }) => data('users', proof),
      answers: answers('204', {
        ...noKey,
        with_factor: '400 second_factor_required',
        social: '400 invalid_credentials',
        social_old: '400 invalid_credentials',
        of_another_tenant: '400 invalid',
      }),
    },
    { how: 'another', params: id('otherId'), answers: answers('400 invalid') },
  ],
  users_second_factor_destroy: [
    {
      how: 'of another',
      params: id('otherId'),
      answers: answers('204', { ...recent, ...otherTenant }),
    },
    {
      how: 'one’s own',
      params: id('userId'),
      answers: answers('403 permission_denied', { ...recent, ...otherTenant }),
    },
  ],
  users_password_reset_create: [
    {
      how: 'of another',
      params: id('otherId'),
      answers: answers('201', { ...recent, ...otherTenant }),
    },
    {
      how: 'one’s own',
      params: id('userId'),
      answers: answers('403 permission_denied', { ...recent, ...otherTenant }),
    },
  ],
  users_me_sessions_list: [{ how: 'read', params: none, answers: answers('200', noKey) }],
  users_me_sessions_destroy: [
    {
      how: 'the one that asks',
      params: id('sessionId'),
      answers: answers('204', { ...noKey, of_another_tenant: '404 not_found' }),
    },
    {
      how: 'another of one’s own',
      params: id('laterSessionId'),
      answers: answers('204', { ...recent, ...otherTenant }),
    },
    {
      how: 'another of one’s own, with the present password',
      params: id('laterSessionId'),
      body: ({ proof }) => data('sessions', proof),
      answers: answers('204', { ...noPassword, ...otherTenant }),
    },
    {
      how: 'one of somebody else',
      params: id('otherId'),
      answers: answers('404 not_found', recent),
    },
  ],
  users_me_sessions_destroy_others: [
    { how: 'all', params: none, answers: answers('204', recent) },
    {
      how: 'all, with the present password',
      params: none,
      body: ({ proof }) => data('sessions', proof),
      answers: answers('204', noPassword),
    },
  ],
  users_sessions_destroy: [
    {
      how: 'of another',
      params: id('otherId'),
      answers: answers('204', { ...recent, ...otherTenant }),
    },
  ],
  users_memberships_list: [read(({ otherId }) => ({ user_pk: otherId }))],
  users_memberships_retrieve: [
    read(({ otherId, otherMembershipId }) => ({ user_pk: otherId, id: otherMembershipId })),
  ],
  users_relationships_roles_create: [
    {
      how: 'to another',
      params: id('otherId'),
      body: ({ spareRoleId }) => link('roles', spareRoleId),
      answers: anyKind('204'),
    },
  ],
  users_relationships_roles_partial_update: [
    {
      how: 'of another',
      params: id('otherId'),
      body: ({ spareRoleId }) => link('roles', spareRoleId),
      answers: anyKind('204'),
    },
  ],
  users_relationships_roles_destroy: [
    {
      how: 'of another',
      params: id('otherId'),
      body: ({ roleId }) => link('roles', roleId),
      answers: anyKind('204'),
    },
  ],

  users_me_second_factors_list: [list()],
  users_me_second_factor_retrieve: [list('404 not_found')],
  users_me_second_factor_create: [
    {
      how: 'with the password',
      params: none,
      body: () => data('second-factors', { password }),
      answers: answers('201', {
        ...unbound,
        with_factor: '409 enrolled',
        with_factor_and_code: '409 enrolled',
        social: '400 invalid_credentials',
        social_old: '400 invalid_credentials',
      }),
    },
    {
      how: 'with a guess at the password',
      params: none,
      body: () => data('second-factors', { password: 'a wrong guess' }),
      answers: answers('400 invalid_credentials', unbound),
    },
  ],
  users_me_second_factor_confirm: [
    {
      how: 'with a code of the app',
      params: none,
      body: ({ code: otp }) => data('second-factors', { otp: otp() }),
      answers: answers('200', {
        ...unbound,
        with_factor: '409 enrolled',
        with_factor_and_code: '409 enrolled',
        of_another_tenant: '404 not_found',
      }),
    },
  ],
  ...Object.fromEntries(
    ['users_me_second_factor_recovery_codes', 'users_me_second_factor_disable'].map((operation) => [
      operation,
      [
        {
          how: 'with the password and a code',
          params: none,
          hasFactor: true,
          body: ({ code: otp }: Scene) => data('second-factors', { password, otp: otp() }),
          answers: answers('200', {
            ...unbound,
            social: '400 invalid_credentials',
            social_old: '400 invalid_credentials',
            of_another_tenant: '404 not_found',
          }),
        },
        {
          how: 'with a wrong code',
          params: none,
          hasFactor: true,
          body: () => data('second-factors', { password, otp: 'AAAABBBBCCCCDDDD' }),
          answers: answers('400 second_factor_invalid', {
            ...unbound,
            social: '400 invalid_credentials',
            social_old: '400 invalid_credentials',
            of_another_tenant: '404 not_found',
          }),
        },
      ] as const,
    ]),
  ),

  users_me_email_verification_create: [
    { how: 'where no mails are sent', params: none, answers: answers('404 not_found') },
  ],
  users_me_email_verification_confirm: [
    {
      how: 'with a token that is none',
      params: none,
      body: () => data('email-verifications', { token: 'made up' }),
      answers: answers('400 token_invalid', noKey),
    },
  ],

  users_me_identities_list: [list()],
  users_me_identities_create: [
    {
      how: 'with the present password',
      params: none,
      body: async (scene) => {
        const { data: given } = (await identity(scene)) as { data: { attributes: object } }
        return data('user-identities', { ...given.attributes, ...scene.proof })
      },
      // The provider is not configured: 404 shows that the proof was accepted.
      answers: answers('404 not_found', { ...unbound, ...needsCode }),
    },
    {
      how: 'without it',
      params: none,
      body: identity,
      answers: answers('404 not_found', { ...unbound, ...missing }),
    },
  ],
  users_me_identities_destroy: [
    {
      how: 'one’s own',
      params: id('identityId'),
      answers: answers('204', { ...recent, ...unbound, ...otherTenant }),
    },
  ],
}
