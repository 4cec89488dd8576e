/** Private keys for tests, created once for each process. */
import { generateKeyPairSync } from 'node:crypto'

/** An RSA key of 2,048 bits, in PEM (PKCS #8). */
export const rsaKey = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()

/** An EC key on P-256, in PEM (PKCS #8). */
export const ecKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()

/** PEM with a private key, in base64. */
export const certificateContent = Buffer.from(ecKey).toString('base64')
