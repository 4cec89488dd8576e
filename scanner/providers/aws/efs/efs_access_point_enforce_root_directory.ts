import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'efs_access_point_enforce_root_directory',
  title: 'EFS access point enforces a root directory',
  description: 'Reads the root directory that each EFS access point presents to clients.',
  risk: 'An application that needs only its own directory can read, and possibly write, the directories of all other applications.',
  decision:
    'Passes if the root directory of the access point is not the root of the file system. Fails if it is “/” or not set. The content of the directory, and mounts without an access point, are not evaluated.',
  fix: {
    text: 'Create an access point for the application with a dedicated root directory.',
    console: [
      'The root directory of an access point cannot be changed. Open Amazon EFS, choose Access points, and choose Create access point.',
      'Enter the root directory path, with the owner and permissions to use if EFS creates the directory.',
      'Mount the file system through the new access point in the application, and delete the old access point.',
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
      ? fail(`The access point ${name} exposes the root directory of ${fileSystem}.`)
      : pass(`The access point ${name} uses the root directory ${root} of ${fileSystem}.`),
})
