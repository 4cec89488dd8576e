import { fail, pass } from '../../../kit/index.ts'
import { closeFix } from './group-ingress.ts'
import { label } from './label.ts'
import { anyReach } from './openings.ts'
import { isInternet, isPublic } from './ranges.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_any_port_from_ip',
  title: 'Security group lets no single public addresses in',
  risk: 'Public addresses change hands: a provider gives yesterday’s office or supplier address to a stranger, and the rule still lets it in.',
  fix: {
    ...closeFix,
    text: 'Reach the machines by VPN, Session Manager or a private connection, and remove the rules for public addresses.',
  },
  source: 'https://docs.aws.amazon.com/vpc/latest/userguide/security-group-rules.html',
  over: 'securityGroups',
  needs: ['ingress'],
  judge: (group) => {
    const named = group.ingress.flatMap((rule) =>
      rule.ranges
        .filter((range) => isPublic(range) && !isInternet(range))
        .map((range) => `${range} to ${anyReach(rule)}`),
    )
    return named.length === 0
      ? pass(`${label(group.group_id, group.name)} names no public addresses as sources.`)
      : fail(`${label(group.group_id, group.name)} lets in ${named.join('; ')}.`)
  },
})
