/** What a kind of account is called and how its credentials look. One entry a kind that can be scanned. */
import {
  type AnyField,
  failed,
  integer,
  invalid,
  object,
  optional,
  Problems,
  type Problem,
  text,
} from '@plumbline/jsonapi'
import type { ProviderType } from './resource.ts'

type SecretType = 'static' | 'role' | 'service_account'

interface Kind {
  readonly uid: RegExp
  readonly uidRule: string
  readonly secrets: Partial<Readonly<Record<SecretType, AnyField>>>
}

const awsKey = {
  aws_access_key_id: text({ min: 1, max: 128 }),
  aws_secret_access_key: text({ min: 1, max: 128 }),
}
const awsSession = optional(text({ min: 1, max: 4_096 }))

const kinds: Partial<Readonly<Record<ProviderType, Kind>>> = {
  aws: {
    uid: /^\d{12}$/,
    uidRule: 'An AWS account is named by its id of 12 digits.',
    secrets: {
      static: object({ ...awsKey, aws_session_token: awsSession }),
      role: object({
        role_arn: text({
          pattern: /^arn:aws[a-z-]*:iam::\d{12}:role\/.{1,512}$/,
          patternName: 'the ARN of a role',
        }),
        external_id: text({ min: 2, max: 1_224 }),
        role_session_name: optional(
          text({ min: 2, max: 64, pattern: /^[a-zA-Z0-9=,.@_-]+$/, patternName: 'a session name' }),
        ),
        session_duration: optional(integer({ min: 900, max: 43_200 })),
        aws_access_key_id: optional(awsKey.aws_access_key_id),
        aws_secret_access_key: optional(awsKey.aws_secret_access_key),
        aws_session_token: awsSession,
      }),
    },
  },
}

function kindOf(provider: ProviderType): Kind {
  const kind = kinds[provider]
  if (kind) return kind
  const known = Object.keys(kinds).join(', ')
  const detail = `Accounts of kind ${provider} cannot be connected yet; these can: ${known}.`
  throw invalid('/data/attributes/provider', detail, 'unsupported')
}

export function checkUid(provider: ProviderType, uid: string): void {
  const { uid: pattern, uidRule } = kindOf(provider)
  if (!pattern.test(uid)) throw invalid('/data/attributes/uid', uidRule, `${provider}-uid`)
}

/** Checks a secret against the shapes of its kind; every fault points to its field. */
export function checkSecret(provider: ProviderType, secretType: SecretType, secret: unknown): void {
  const field = kindOf(provider).secrets[secretType]
  if (!field) {
    const detail = `An account of kind ${provider} takes no secret of type ${secretType}.`
    throw invalid('/data/attributes/secret_type', detail)
  }
  const problems: Problem[] = []
  field.read(secret, (detail, code, at = '') => {
    problems.push(invalid(`/data/attributes/secret${at}`, detail, code))
    return failed
  })
  if (problems.length > 0) throw problems.length === 1 ? problems[0] : new Problems(problems)
}
