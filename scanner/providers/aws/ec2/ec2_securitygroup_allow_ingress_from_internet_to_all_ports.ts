import { closeFix, groupVerdict } from './group-ingress.ts'
import { everyPortReach, openings, prefixListJoin } from './openings.ts'
import { check } from './resources.ts'
import { lookingUp } from './unlisted.ts'

export default lookingUp(
  check({
    id: 'ec2_securitygroup_allow_ingress_from_internet_to_all_ports',
    title: 'Security group does not open every port to the internet',
    risk: 'Such a group filters nothing: every service of its members, also those nobody meant to offer, is one connection away from everyone.',
    fix: closeFix,
    source: 'https://docs.aws.amazon.com/vpc/latest/userguide/security-group-rules.html',
    over: 'securityGroups',
    needs: ['ingress'],
    with: prefixListJoin,
    judge: (group, { joined: { prefixLists } }) =>
      groupVerdict(group, 'most ports', openings(group.ingress, everyPortReach, prefixLists)),
  }),
)
