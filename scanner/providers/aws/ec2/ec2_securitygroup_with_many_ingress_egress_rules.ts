import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check, type Rule } from './resources.ts'

/** As AWS counts them: one for each source or destination. */
const count = (rules: readonly Rule[]): number =>
  rules.reduce(
    (sum, { ranges, prefix_list_ids, group_ids }) =>
      sum + ranges.length + prefix_list_ids.length + group_ids.length,
    0,
  )

export default check({
  id: 'ec2_securitygroup_with_many_ingress_egress_rules',
  title: 'Security group has few enough rules to be understood',
  risk: 'Among very many rules nobody sees the one that is wrong, and nobody dares to remove any.',
  fix: {
    text: 'Split the group by purpose, and name many ranges by a prefix list.',
    url: 'https://docs.aws.amazon.com/vpc/latest/userguide/managed-prefix-lists.html',
  },
  source: 'https://docs.aws.amazon.com/vpc/latest/userguide/amazon-vpc-limits.html',
  over: 'securityGroups',
  needs: ['ingress', 'egress'],
  config: { max_security_group_rules: 50 },
  judge: ({ group_id, name, ingress, egress }, { config }) => {
    const inbound = count(ingress)
    const outbound = count(egress)
    const max = config.max_security_group_rules
    const said = `${label(group_id, name)} has ${inbound} inbound and ${outbound} outbound rules`
    return Math.max(inbound, outbound) > max
      ? fail(`${said}, more than ${max}.`)
      : pass(`${said}, at most ${max} each.`)
  },
})
