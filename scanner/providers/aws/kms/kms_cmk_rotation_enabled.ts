import { fail, pass } from '../../../kit/index.ts'
import { check, isRotatable } from './resources.ts'

export default check({
  id: 'kms_cmk_rotation_enabled',
  title: 'KMS key has automatic rotation enabled',
  description: 'Reads whether automatic key rotation is enabled for each key that supports it.',
  risk: 'The longer the same key material is in use, the more data is exposed if it is compromised.',
  decision:
    'Passes if automatic rotation is on. Any rotation period passes. Fails if it is off, even if the key is rotated on demand. The check applies to enabled symmetric encryption keys that are customer managed and whose key material KMS generated. Other keys give no finding: disabled, asymmetric, HMAC, imported, in a custom key store, or AWS managed.',
  fix: {
    text: 'Turn on automatic rotation of the key.',
    console: [
      'Open AWS KMS in the key’s region, choose Customer managed keys, then the key. For a multi-Region key, choose the primary key.',
      'Choose the Key rotation tab and, under Automatic key rotation, Edit.',
      'Choose Enable and a rotation period, such as 365 days.',
      'Choose Save. The key can still decrypt data that was encrypted earlier.',
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
      ? pass(`Key ${name} has automatic rotation enabled.`)
      : fail(`Key ${name} does not have automatic rotation enabled.`)
  },
})
