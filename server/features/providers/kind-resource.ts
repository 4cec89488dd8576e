import {
  boolean,
  integer,
  json,
  list,
  nullable,
  object,
  oneOf,
  record,
  resource,
  type Row,
  text,
} from '@plumbline/jsonapi'
import { secretType } from './names.ts'

/** A member of a secret, as a form field. */
const field = object({
  name: text,
  label: text,
  required: boolean,
  /** Not shown as it is typed. */
  secret: boolean,
  /** `document` is text of several lines, `json` the same read as an object, `list` one entry a line. */
  input: oneOf('text', 'number', 'document', 'json', 'list'),
  hint: nullable(text),
  pattern: nullable(text),
  /** What to begin with. */
  default: nullable(text),
})

/** A kind of account: how its accounts are named, what connects one, and whether it can be scanned. Its id is the kind. */
export const providerKinds = resource('provider-kinds', {
  id: text,
  attributes: {
    name: text,
    scannable: boolean,
    /** What works where scanning does not. */
    instead: nullable(text),
    uid_label: text,
    uid_hint: text,
    uid_pattern: text,
    credentials: list(
      object({ secret_type: secretType, title: text, notes: list(text), fields: list(field) }),
    ),
    /** What a scan has to be allowed, and no more. */
    least_privilege: nullable(
      object({
        policy: record(json),
        characters: integer,
        /** The smallest policy type of a role that it fits in; `split` if none. */
        fits: oneOf('managed_policy', 'inline_policy', 'split'),
        /** The same permissions as managed policies, for users. */
        managed_policies: list(record(json)),
      }),
    ),
  },
  unpaged: true,
})
export type ProviderKind = Row<typeof providerKinds>
