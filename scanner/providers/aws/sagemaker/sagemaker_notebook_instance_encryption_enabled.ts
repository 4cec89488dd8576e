import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'sagemaker_notebook_instance_encryption_enabled',
  title: 'SageMaker notebook instance is encrypted with a KMS key',
  description: 'Reads the KMS key that encrypts the storage volume of each notebook instance.',
  risk: 'With an AWS key, you cannot revoke access to the data of the notebook or see who used the key.',
  decision:
    'Passes if the notebook has a KMS key. Fails if it has none, so that its volume is encrypted with a key that AWS manages. KMS checks cover the configuration of the key. A notebook that is being created or deleted gives no finding.',
  fix: {
    text: 'Create a new notebook instance with a KMS key.',
    console: [
      'Open Amazon SageMaker AI, choose Notebooks, and choose Create notebook instance.',
      'Under Permissions and encryption, choose the key for Encryption key.',
      'Create the notebook, copy your work to it, and delete the old notebook, whose key cannot be changed.',
    ],
    cli: 'aws sagemaker create-notebook-instance --notebook-instance-name <name> --instance-type <type> --role-arn <role> --kms-key-id <key>',
    terraform: `resource "aws_sagemaker_notebook_instance" "forecast" {
  name          = "forecast"
  role_arn      = aws_iam_role.notebook.arn
  instance_type = "ml.t3.medium"
  kms_key_id    = aws_kms_key.notebooks.id
}`,
  },
  source: 'https://docs.aws.amazon.com/sagemaker/latest/dg/encryption-at-rest-nbi.html',
  over: 'notebooks',
  needs: ['details'],
  judge: ({ name, status, details: { kms_key: key } }) => {
    if (isPassing(status)) return []
    return key === null
      ? fail(`The notebook ${name} has no KMS key for its volume.`)
      : pass(`The volume of the notebook ${name} is encrypted with the KMS key ${key}.`)
  },
})
