import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'efs_access_point_enforce_user_identity',
  title: 'EFS access point enforces a user identity',
  description:
    'Reads whether each EFS access point overrides the user and group ID that the client sends.',
  risk: 'NFS trusts the client. A user with root access on a client has root access to the files of all users.',
  decision:
    'Passes if the access point has a user and group, unless the user is root (0). Fails if it has none, or if it sets the user to root.',
  fix: {
    text: 'Create an access point for the application with a non-root user and group.',
    console: [
      'The user of an access point cannot be changed. Open Amazon EFS, choose Access points, and choose Create access point.',
      'Under POSIX user, enter the user ID and group ID that own the files of the application.',
      'Mount the file system through the new access point in the application, and delete the old access point.',
    ],
    cli: 'aws efs create-access-point --file-system-id <file system> --posix-user Uid=1000,Gid=1000',
    terraform: `resource "aws_efs_access_point" "reports" {
  file_system_id = aws_efs_file_system.shared.id

  posix_user {
    uid = 1000
    gid = 1000
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/efs/latest/ug/enforce-identity-access-points.html',
  over: 'accessPoints',
  needs: [],
  judge: ({ name, user }) => {
    if (!user) return fail(`The access point ${name} does not enforce a user identity.`)
    return user.uid === 0
      ? fail(`The access point ${name} sets the user identity to root.`)
      : pass(`The access point ${name} enforces the user ID ${user.uid}.`)
  },
})
