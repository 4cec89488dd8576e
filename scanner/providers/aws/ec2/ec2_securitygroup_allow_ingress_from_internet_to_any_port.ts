import { fail, pass } from '../../../kit/index.ts'
import { groupVerdict, rulesGuide } from './group-ingress.ts'
import { label } from './label.ts'
import { anyReach, openings, prefixListJoin } from './openings.ts'
import { check } from './resources.ts'

const types: readonly string[] = ['api_gateway_managed', 'network_load_balancer', 'vpc_endpoint']
// Application and Classic Load Balancers have plain interfaces of this owner.
const owners: readonly string[] = ['amazon-elb']

export default check({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_any_port',
  title:
    'Security group does not open any port to the internet except on load balancers and gateways',
  description:
    'Reads the inbound rules of each security group and the network interfaces that it is attached to, to determine whether resources other than load balancers and similar endpoints are open to the internet.',
  risk: 'Load balancers and gateways are designed to receive traffic from the internet. Individual instances usually are not, and every exposed port can be attacked.',
  decision:
    'Passes if the rules allow no inbound traffic from the internet on any port. The internet means an eighth or more of the public IPv4 addresses or of 2000::/3, by IP ranges or prefix lists, in one rule or in several. A group that allows it, on any port or protocol including ICMP, passes only if every interface that it is attached to is allowed. An interface is allowed if its type is in `ec2_allowed_interface_types` (api_gateway_managed, network_load_balancer and vpc_endpoint by default) or its owner is in `ec2_allowed_instance_owners` (amazon-elb by default). Fails otherwise, including if the group is not attached. If the attachments or a prefix list cannot be read, the check reports a coverage gap instead of a finding.',
  fix: {
    text: 'Put public services behind a load balancer, and allow only the security group of the load balancer to reach the instances.',
    console: [
      'Open Amazon EC2, choose Load Balancers, and create a load balancer whose own security group allows the public port.',
      'Register the instances with its target group, and update DNS records to use the load balancer.',
      'Under Security Groups, open the group of the instances and choose Edit inbound rules.',
      'Add the port with the security group of the load balancer as its source, delete the rules for 0.0.0.0/0 and ::/0, and choose Save rules.',
    ],
    cli: 'aws ec2 authorize-security-group-ingress --group-id <group> --protocol tcp --port <port> --source-group <group of the load balancer> && aws ec2 revoke-security-group-ingress --group-id <group> --security-group-rule-ids <rule>',
    terraform: `resource "aws_vpc_security_group_ingress_rule" "from_load_balancer" {
  security_group_id            = aws_security_group.app.id
  referenced_security_group_id = aws_security_group.load_balancer.id
  ip_protocol                  = "tcp"
  from_port                    = 8443
  to_port                      = 8443
}`,
    url: rulesGuide,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-18',
  over: 'securityGroups',
  needs: ['ingress', 'attachments'],
  config: { ec2_allowed_interface_types: types, ec2_allowed_instance_owners: owners },
  with: prefixListJoin,
  judge: (group, { config, joined: { prefixLists } }) => {
    const found = openings(group.ingress, anyReach, prefixLists)
    const verdict = groupVerdict(group, 'any port', found)
    if (verdict.status === 'PASS' || group.attachments.length === 0) return verdict
    const exposed = group.attachments.find(
      ({ type, owner }) =>
        !config.ec2_allowed_interface_types.includes(type) &&
        !(owner && config.ec2_allowed_instance_owners.includes(owner)),
    )
    return exposed
      ? fail(
          `${verdict.sentence.slice(0, -1)}, and ${exposed.interface_id} is not an allowed interface type or owner.`,
        )
      : pass(
          `${label(group.group_id, group.name)} is open to the internet only on allowed interfaces.`,
        )
  },
})
