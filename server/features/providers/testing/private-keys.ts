/** Private keys for tests, created once for each process. */
import { generateKeyPairSync } from 'node:crypto'
import { makeSigner } from '@plumbline/scanner/testing/certificates'

/** An RSA key of 2,048 bits, in PEM (PKCS #8). */
export const rsaKey = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()

/** An EC key on P-256, in PEM (PKCS #8). */
export const ecKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()

const signer = makeSigner(2_048, 'app.example')

/** PEM with an RSA private key and its certificate. */
export const keyWithCertificate = `${signer.privateKey}-----BEGIN CERTIFICATE-----\n${signer.certificate.match(/.{1,64}/g)?.join('\n') ?? ''}\n-----END CERTIFICATE-----\n`

/** The same in base64. */
export const certificateContent = Buffer.from(keyWithCertificate).toString('base64')

/** A service account key as Google writes it, with a private key. */
export const serviceAccountKey = (key: string): Readonly<Record<string, string>> => ({
  type: 'service_account',
  project_id: 'my-project-123',
  private_key_id: '0123456789abcdef',
  private_key: key,
  client_email: 'audit@my-project-123.iam.gserviceaccount.com',
})
