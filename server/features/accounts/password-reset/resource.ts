import { draft, email, readOnly, resource, text, timestamp } from '@plumbline/jsonapi'

const described = { email: readOnly(email) }

/** A request for a link. It tells nothing about whether a user has the address. */
export const passwordResets = resource('password-resets', { attributes: described })
/** The answer that makes a link for a member: the only one that shows it. */
export const newPasswordResets = passwordResets.with({
  attributes: { link: readOnly(text), expires_at: readOnly(timestamp) },
})

export const resetRequest = draft('password-resets', { attributes: { email } })
export const resetConfirmation = draft('password-resets', {
  attributes: { token: text({ min: 1, max: 200 }), password: text({ min: 1, max: 1_024 }) },
})
