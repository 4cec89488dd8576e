import { fail, pass } from '../../../kit/index.ts'
import { check, isRotatable } from './resources.ts'

export default check({
  id: 'kms_cmk_rotation_enabled',
  title: 'Key rotates its material automatically',
  description:
    'Reads whether KMS is set to renew the material of each key that it is able to rotate by itself.',
  risk: 'The longer one key material is in use, the more data a single loss of it opens.',
  decision:
    'Asked of enabled symmetric encryption keys that customers manage and whose material KMS made. Passes when automatic rotation is on, whatever its period; fails when it is off, also where somebody rotates on demand. It has no question about other keys: disabled, asymmetric, HMAC, imported, in a key store of their own, or managed by AWS.',
  fix: {
    text: 'Turn on automatic rotation of the key.',
    console: [
      'Open AWS KMS in the key’s region, choose Customer managed keys, then the key; of a multi-Region key, choose the primary.',
      'Choose the tab Key rotation and, under Automatic key rotation, Edit.',
      'Choose Enable and a rotation period, such as 365 days.',
      'Choose Save; what was encrypted earlier stays readable with the same key.',
    ],
    cli: 'aws kms enable-key-rotation --key-id <id> --rotation-period-in-days 365',
    terraform: `resource "aws_kms_key" "orders" {
  description             = "Orders"
  enable_key_rotation     = true
  rotation_period_in_days = 365
}`,
  },
  source: 'https://docs.aws.amazon.com/kms/latest/developerguide/rotate-keys.html',
  over: 'keys',
  needs: ['details', 'rotation'],
  judge: ({ name, details, rotation }) => {
    if (!isRotatable(details)) return []
    return rotation
      ? pass(`The key ${name} rotates automatically.`)
      : fail(`The key ${name} does not rotate.`)
  },
})
