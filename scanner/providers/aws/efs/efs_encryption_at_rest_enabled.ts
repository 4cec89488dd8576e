import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'efs_encryption_at_rest_enabled',
  title: 'EFS file system is encrypted at rest',
  description:
    'Reads whether each EFS file system is encrypted at rest, which can be set only at creation.',
  risk: 'Anyone with access to the underlying storage or a copy of it can read the files of all clients.',
  decision:
    'Passes if the file system is encrypted, with any key. Fails if it is not. File systems that are being deleted give no finding.',
  fix: {
    text: 'Copy the files to an encrypted file system, and delete the unencrypted one.',
    console: [
      'Encryption cannot be enabled later. Open Amazon EFS, choose Create file system, and choose Customize.',
      'Keep Enable encryption of data at rest selected, choose a key, and create the file system.',
      'Copy the files, for example with AWS DataSync, mount the new file system on all clients, and delete the old one.',
    ],
    cli: 'aws efs create-file-system --creation-token <token> --encrypted --kms-key-id <key>',
    terraform: `resource "aws_efs_file_system" "shared" {
  creation_token = "shared"
  encrypted      = true
  kms_key_id     = aws_kms_key.files.arn
}`,
  },
  source: 'https://docs.aws.amazon.com/efs/latest/ug/encryption-at-rest.html',
  over: 'fileSystems',
  needs: [],
  judge: ({ name, state, encrypted }) => {
    if (state.startsWith('delet')) return []
    return known(encrypted, 'elasticfilesystem:DescribeFileSystems')
      ? pass(`The file system ${name} is encrypted at rest.`)
      : fail(`The file system ${name} is not encrypted at rest.`)
  },
})
