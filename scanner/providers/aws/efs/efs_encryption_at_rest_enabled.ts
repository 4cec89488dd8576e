import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'efs_encryption_at_rest_enabled',
  title: 'File system encrypts what it stores',
  description:
    'Reads whether each file system of EFS encrypts files and their names on disk, which is settled when it is made.',
  risk: 'Whoever gets to the storage behind the file system, or to a copy of it, reads the files of every machine that mounts it.',
  decision:
    'Passes when the file system is encrypted, by whichever key. Fails when it is not. One that is being deleted is not judged.',
  fix: {
    text: 'Copy the files to an encrypted file system, and delete the one that is not.',
    console: [
      'Encryption cannot be turned on later: open Amazon EFS, and choose Create file system, then Customize.',
      'Keep Enable encryption of data at rest selected, choose a key, and create it.',
      'Copy the files, by AWS DataSync for example, mount the new file system everywhere, and delete the old one.',
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
      ? pass(`The file system ${name} encrypts what it stores.`)
      : fail(`The file system ${name} stores its files unencrypted.`)
  },
})
