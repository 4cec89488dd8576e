import { fail, pass } from '../../../kit/index.ts'
import { holdsAdministratorAccess } from './attachments.ts'
import { reported } from './days.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_administrator_access_with_mfa',
  title: 'Members of an administrators’ group sign in with MFA',
  description:
    'Finds the groups that hold the AWS policy AdministratorAccess and looks up each member in the credential report: password, active access keys, MFA device.',
  risk: 'One guessed or phished password of an administrator gives away the whole account.',
  decision:
    'Fails when a member of a group that holds AdministratorAccess has a console password or an active access key and no MFA device. Passes when each such member has a device of any kind, when the group has no members, and when it does not hold AdministratorAccess. Other policies that allow as much do not count, and whether keys work without MFA is not asked. A member who is newer than the report, which can be four hours old, leaves a gap in coverage.',
  fix: {
    text: 'Register an MFA device for each member, or take the member out of the group.',
    console: [
      'Open IAM, choose User groups, then the group, and find on the tab Users the members that the finding names.',
      'Open each of them, choose the tab Security credentials, and under Multi-factor authentication choose Assign MFA device.',
      'Let the person register a passkey, a security key or an authenticator app.',
      'Take out of the group whoever needs no such rights: tick the user on the tab Users and choose Remove.',
    ],
    cli: 'aws iam remove-user-from-group --group-name <group> --user-name <user>',
    terraform: `resource "aws_iam_group_membership" "administrators" {
  name  = "administrators"
  group = aws_iam_group.administrators.name
  users = ["alice", "bob"] # those who have registered an MFA device
}`,
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_mfa_enable.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_mfa.html',
  over: 'groups',
  needs: [],
  with: { users: { by: 'uid', fields: ['name', 'groups', 'credentials'] } },
  judge(group, { now, joined: { users } }) {
    const { name } = group
    if (!holdsAdministratorAccess(group)) {
      return pass(`The group ${name} does not hold AdministratorAccess.`)
    }
    const members = users.where(({ groups }) => groups.includes(name))
    if (members.length === 0) return pass(`The group ${name} of administrators has no members.`)
    const by = reported(members[0]?.credentials.reported_at ?? null, now)
    const bare = members.filter(({ credentials: { password, mfa, access_keys } }) => {
      return !mfa && (password || access_keys.some(({ active }) => active))
    })
    return bare.length === 0
      ? pass(`Every member of ${name} with a password or an access key has an MFA device, ${by}.`)
      : fail(
          `These administrators in ${name} have no MFA device, ${by}: ${bare.map((it) => it.name).join(', ')}.`,
        )
  },
})
