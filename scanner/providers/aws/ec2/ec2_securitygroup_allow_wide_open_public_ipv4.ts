import { fail, pass } from '../../../kit/index.ts'
import { closeFix } from './group-ingress.ts'
import { label } from './label.ts'
import { familyOf, isPublic, prefixLength } from './ranges.ts'
import { check } from './resources.ts'

/** More than 256 public addresses, yet not everything: that is other checks' matter. */
const isWide = (range: string): boolean => {
  const bits = prefixLength(range)
  return familyOf(range) === 'ipv4' && bits > 0 && bits < 24 && isPublic(range)
}

export default check({
  id: 'ec2_securitygroup_allow_wide_open_public_ipv4',
  title: 'Security group names no wide ranges of public addresses',
  risk: 'A range of thousands of public addresses holds thousands of strangers: customers of the same provider, tenants of the same cloud.',
  fix: { ...closeFix, text: 'Narrow the rule to the addresses of the partner it was made for.' },
  source: 'https://docs.aws.amazon.com/vpc/latest/userguide/security-group-rules.html',
  over: 'securityGroups',
  needs: ['ingress', 'egress'],
  judge: ({ group_id, name, ingress, egress }) => {
    const wide = [...ingress, ...egress].flatMap(({ ranges }) => ranges.filter(isWide))
    return wide.length === 0
      ? pass(`${label(group_id, name)} names no wide range of public addresses.`)
      : fail(`${label(group_id, name)} names ${[...new Set(wide)].join(', ')}.`)
  },
})
