export { makeApiKey, type NewApiKey } from './api-keys.ts'
export { type Authenticate, authenticator, type Identity } from './authenticate.ts'
export { checkPassword, hashPassword, noPassword, verifyPassword } from './passwords.ts'
export { pairOf, signingKeyBits, type SigningKeys, signingKeys } from './signing-keys.ts'
export { base32, codeOf, matchingStep, stepAt } from './totp.ts'
export {
  type AuthMethod,
  authMethods,
  hashOfId,
  type SignedIn,
  type Subject,
  type Tokens,
  type TokenSettings,
  tokens,
} from './tokens.ts'
