import { fail, pass } from '../../../kit/index.ts'
import { check, called } from './resources.ts'

export default check({
  id: 'elbv2_cross_zone_load_balancing_enabled',
  title: 'Network or Gateway Load Balancer has cross-zone load balancing enabled',
  description:
    'Reads whether each Network or Gateway Load Balancer distributes traffic across targets in all Availability Zones or only in the zone where the traffic arrives.',
  risk: 'A zone with few healthy targets can be overloaded while targets in other zones are idle.',
  decision:
    'Fails if the attribute load_balancing.cross_zone.enabled is false, which is the default for these types, and passes if it is true. Application Load Balancers always use cross-zone load balancing and give no finding. Settings of individual target groups are not evaluated.',
  fix: {
    text: 'Enable cross-zone load balancing.',
    console: [
      'Open EC2, choose Load Balancers, and choose the Network or Gateway Load Balancer.',
      'On the Attributes tab, choose Edit.',
      'Under Availability Zone routing configuration, enable cross-zone load balancing, and choose Save changes.',
    ],
    cli: 'aws elbv2 modify-load-balancer-attributes --load-balancer-arn <load-balancer-arn> --attributes Key=load_balancing.cross_zone.enabled,Value=true',
    terraform: `resource "aws_lb" "feed" {
  name                             = "feed"
  load_balancer_type               = "network"
  subnets                          = var.public_subnet_ids
  enable_cross_zone_load_balancing = true
}`,
  },
  source:
    'https://docs.aws.amazon.com/elasticloadbalancing/latest/network/edit-load-balancer-attributes.html',
  over: 'loadBalancers',
  needs: ['attributes'],
  judge: (it) => {
    const { cross_zone: crosses } = it.attributes
    if (crosses === null) return []
    return crosses
      ? pass(`${called(it)} has cross-zone load balancing enabled.`)
      : fail(`${called(it)} has cross-zone load balancing disabled.`)
  },
})
