// Detects likely secrets in names and values of settings. Values are read only here: results contain names and the kind
// of each secret.

/** A variable whose value looks like a secret. */
export interface Suspect {
  readonly name: string
  /** The likely kind of secret, with its article: `an AWS access key`. */
  readonly seems: string
}

/** Patterns that identify a secret by its value alone. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY-----/, 'a private key'],
  [/(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z2-7]{16}(?![A-Z0-9])/, 'an AWS access key'],
  [/(?<!\w)gh[oprsu]_[A-Za-z0-9]{36}/, 'a GitHub token'],
  [/(?<!\w)github_pat_\w{40}/, 'a GitHub token'],
  [/(?<!\w)glpat-[\w-]{20}/, 'a GitLab token'],
  [/(?<!\w)xox[abeoprs]-[A-Za-z0-9-]{10}/, 'a Slack token'],
  [/hooks\.slack\.com\/services\/\w+\/\w+\/\w{16}/, 'a Slack webhook URL'],
  [/(?<!\w)[rs]k_live_[A-Za-z0-9]{20}/, 'a Stripe key'],
  [/(?<!\w)AIza[\w-]{35}/, 'a Google API key'],
  [/(?<!\w)npm_[A-Za-z0-9]{36}/, 'an npm token'],
  [/(?<!\w)SG\.[\w-]{22}\.[\w-]{43}/, 'a SendGrid key'],
  [/(?<!\w)dop_v1_[0-9a-f]{64}/, 'a DigitalOcean token'],
  [/(?<!\w)sk-ant-[\w-]{40}/, 'an Anthropic key'],
  [/(?<!\w)sk-(?:proj-)?[A-Za-z0-9_-]{40}/, 'an OpenAI key'],
  [/(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10}/, 'a JSON Web Token'],
  [
    // A user is not needed: Redis has none. `%40` is a character, `%NAME%` and `%s` are filled in later.
    /(?<![\w+.-])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,200}:(?!%(?:\w{1,100}%|\([\w.]{1,100}\))?[a-z]?@)[^\s/:@$<{*]{2,200}@/i,
    'a URL with a password',
  ],
  [
    /(?<![\w.-])(?:password|passwd|pwd)\s{0,9}=\s{0,9}(?!(?:arn|ssm|vault|secretsmanager):|\.{0,2}\/|%|(?:true|false|null|none)\b)["']?[^\s;&"'$<{*]{3}/i,
    'a connection string with a password',
  ],
]

const telling =
  /PASSW(?:OR)?D|PASSPHRASE|PASSWD|(?:^|_)(?:PWD|PASS)(?:_|$)|SECRET|TOKEN|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|AUTH_?KEY|ENCRYPTION_?KEY|SIGNING_?KEY|CREDENTIALS?/
/** The location, name or lifetime of a secret is not a secret. */
const about =
  /(?:ARN|NAME|ID|PATH|FILE|URL|URI|HOST|ENDPOINT|REGION|RULES|TTL|EXPIRY|EXPIRES?|EXPIRATION|LIFETIME|SECONDS|DAYS|LENGTH|SIZE|TYPE|ALGORITHM|ISSUER|AUDIENCE|HEADER|ENABLED|REQUIRED|VERSION|POLICY|COUNT|LIMIT|PREFIX|PROVIDER|STORE)$/
/** References that are resolved later, and placeholder values. */
const reference = /^(?:arn:|https?:\/\/[^@]*$|\$\{|\{\{|<|%|ssm:|vault:|secretsmanager:)/i

/** A path of a file or a parameter; Base64 may begin with a slash too. */
const isPath = (value: string): boolean =>
  /^\.{0,2}\/[\w.~@/-]*$/.test(value) &&
  !value
    .split('/')
    .some((it) => it.length >= 8 && [/[a-z]/, /[A-Z]/, /\d/].every((one) => one.test(it)))

/** The entropy of a text in bits per character. */
function entropy(text: string): number {
  const counts = Map.groupBy(text, (character) => character)
  let bits = 0
  for (const { length } of counts.values())
    bits -= (length / text.length) * Math.log2(length / text.length)
  return bits
}

/** `dbPassword`, `db-password` and `DB_PASSWORD` are the same name. */
const upper = (name: string): string =>
  name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase()

const looksDrawn = (value: string): boolean =>
  value.length >= 8 && !/\s/.test(value) && !/^[\d.,:-]+$/.test(value) && entropy(value) >= 2.75

/** True if a name suggests that its value is a secret. AWS’s own key ids are half of one. */
export function calledSecret(name: string): boolean {
  const called = upper(name)
  return called === 'AWS_ACCESS_KEY_ID' || (telling.test(called) && !about.test(called))
}

/** The likely kind of secret by the format of the text alone; null if there is none. */
export const shapedSecret = (text: string): string | null =>
  shapes.find(([pattern]) => pattern.test(text))?.[1] ?? null

/** The likely kind of secret by the value's format or name; null if there is none. */
export function seemsSecret(name: string, value: string): string | null {
  const text = value.slice(0, 20_000)
  const shape = shapedSecret(text)
  if (shape !== null) return shape
  const kept = calledSecret(name) && !reference.test(text) && !isPath(text) && looksDrawn(text)
  return kept ? 'a secret, according to its name' : null
}

/** Prefixes of tokens of code hosts. In a URL, even a prefix is more than a user name. */
const hostToken = /^(?:gh[opsur]_|github_pat_|glpat-|ATBB|ATCTT)/

/** True if a URL contains a password or a token. Bitbucket URLs may contain only a user name. */
export function holdsCredentials(address: string): boolean {
  const user = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)@/i.exec(address)?.[1]
  return (
    user !== undefined && (/:./.test(user) || hostToken.test(user) || shapedSecret(user) !== null)
  )
}

/** Returns the variables that look like secrets, without their values. */
export const suspects = (
  variables: Iterable<readonly [name: string, value: string]>,
): readonly Suspect[] =>
  [...variables].flatMap(([name, value]) => {
    const seems = seemsSecret(name, value)
    return seems === null ? [] : [{ name, seems }]
  })
