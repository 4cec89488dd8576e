import {
  draft,
  integer,
  list,
  nullable,
  optional,
  readOnly,
  resource,
  type Row,
  text,
  timestamp,
} from '@plumbline/jsonapi'

/** What a user must show in addition to the password. */
export const secondFactors = resource('second-factors', {
  attributes: {
    confirmed_at: readOnly(nullable(timestamp)),
    recovery_codes_left: readOnly(integer),
    inserted_at: readOnly(timestamp),
  },
})
export type SecondFactor = Row<typeof secondFactors>

/** The one answer that shows the secret. */
export const newSecondFactors = secondFactors.with({
  attributes: { secret: readOnly(text), otpauth_url: readOnly(text) },
})
/** The one answer that shows the recovery codes. */
export const confirmedSecondFactors = secondFactors.with({
  attributes: { recovery_codes: readOnly(list(text)) },
})

const password = text({ min: 1, max: 1_024 })
/** Six digits of the app, or a recovery code. */
export const otp = text({ min: 6, max: 32 })

/** What changes of a sign-in bring: the present password, and a code where there is a second factor. */
export const proofAttributes = { current_password: optional(password), otp: optional(otp) }

export const enrolment = draft('second-factors', { attributes: { password } })
export const confirmation = draft('second-factors', { attributes: { otp } })
export const proof = draft('second-factors', { attributes: { password, otp } })
