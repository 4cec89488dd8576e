import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'efs_access_point_enforce_user_identity',
  title: 'Access point sets the user itself',
  description:
    'Reads whether each access point of EFS replaces the user and group that a client claims to be.',
  risk: 'NFS believes the client: who is root on his own machine is root among the files of everybody.',
  decision:
    'Passes when the access point has a user and group of its own, unless the user is root (0). Fails when it has none, and when it makes everyone root.',
  fix: {
    text: 'Give the application an access point with a user and group that are not root.',
    console: [
      'The user of an access point cannot be changed: open Amazon EFS, choose Access points, then Create access point.',
      'Under POSIX user enter a user id and a group id that own the application’s files.',
      'Let the application mount by the new access point, and delete the old one.',
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
    if (!user) return fail(`The access point ${name} believes whom a client claims to be.`)
    return user.uid === 0
      ? fail(`The access point ${name} makes every client root.`)
      : pass(`The access point ${name} makes every client the user ${user.uid}.`)
  },
})
