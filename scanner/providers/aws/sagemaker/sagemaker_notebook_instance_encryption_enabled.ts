import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'sagemaker_notebook_instance_encryption_enabled',
  title: 'Notebook’s volume has a KMS key that you chose',
  description: 'Reads which KMS key encrypts the storage volume of each notebook instance.',
  risk: 'With a key of AWS’s you can neither take access to the notebook’s data away nor see who used the key.',
  decision:
    'Passes when the notebook names a KMS key. Fails when it names none; its volume is then encrypted with a key that AWS keeps. Whether the key is well kept is for the checks of KMS. A notebook that is being created or deleted has no verdict.',
  fix: {
    text: 'Make the notebook anew with a KMS key.',
    console: [
      'Open Amazon SageMaker AI, choose Notebooks, and choose Create notebook instance.',
      'Under Permissions and encryption, choose the key under Encryption key.',
      'Create it, copy the work over, and delete the old notebook, whose key cannot be changed.',
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
      ? fail(`The notebook ${name} names no KMS key for its volume.`)
      : pass(`The volume of the notebook ${name} is encrypted with the KMS key ${key}.`)
  },
})
