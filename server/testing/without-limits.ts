/** Settings for tests and benches, which send requests as fast as they can; those about limits set their own. */
export const withoutLimits: Readonly<Record<string, string>> = {
  RATE_LIMIT_PER_ACCOUNT: '0',
  RATE_LIMIT_PER_TENANT: '0',
  RATE_LIMIT_PER_ADDRESS: '0',
  RATE_LIMIT_SECRETS: '0',
  RATE_LIMIT_SIGN_INS: '0',
  REQUESTS_PER_TENANT: '100000',
  CONNECTIONS_PER_ADDRESS: '0',
}
