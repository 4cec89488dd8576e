import { draft, email, oneOf, readOnly, resource, text } from '@plumbline/jsonapi'

/** A mail with a link that proves an address. */
export const emailVerifications = resource('email-verifications', {
  attributes: { email: readOnly(email) },
})

const token = text({ min: 1, max: 200 })
export const confirmation = draft('email-verifications', { attributes: { token } })

/** An address that its owner took from an account which had not proven it. */
export const emailReleases = resource('email-releases', {
  attributes: { email: readOnly(email), outcome: readOnly(oneOf('released', 'withdrawn')) },
})
export const release = draft('email-releases', { attributes: { token } })
