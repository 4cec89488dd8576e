import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'efs_access_point_enforce_root_directory',
  title: 'Access point shows a part of the file system',
  description:
    'Reads which directory each access point of EFS presents as the root to those who mount by it.',
  risk: 'An application that was meant to see its own directory sees those of all others, and may write there.',
  decision:
    'Passes when the root directory of the access point is another one than the root of the file system. Fails when it is “/”, also because none was set. What the directory holds, and who may mount without an access point, is not looked at.',
  fix: {
    text: 'Give the application an access point whose root is a directory of its own.',
    console: [
      'The directory of an access point cannot be changed: open Amazon EFS, choose Access points, then Create access point.',
      'Enter the root directory path, with owner and permissions in case it has to be made.',
      'Let the application mount by the new access point, and delete the old one.',
    ],
    cli: `aws efs create-access-point --file-system-id <file system> --posix-user Uid=1000,Gid=1000 --root-directory 'Path=/uploads,CreationInfo={OwnerUid=1000,OwnerGid=1000,Permissions=750}'`,
    terraform: `resource "aws_efs_access_point" "uploads" {
  file_system_id = aws_efs_file_system.shared.id

  root_directory {
    path = "/uploads"

    creation_info {
      owner_uid   = 1000
      owner_gid   = 1000
      permissions = "750"
    }
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/efs/latest/ug/enforce-root-directory-access-point.html',
  over: 'accessPoints',
  needs: [],
  judge: ({ name, file_system: fileSystem, root }) =>
    root === '/'
      ? fail(`The access point ${name} shows the whole of ${fileSystem}.`)
      : pass(`The access point ${name} shows ${root} of ${fileSystem}.`),
})
