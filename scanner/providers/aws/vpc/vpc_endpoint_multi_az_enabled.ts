import { fail, pass } from '../../../kit/index.ts'
import { label } from '../ec2/label.ts'
import { check } from './resources.ts'

export default check({
  id: 'vpc_endpoint_multi_az_enabled',
  title: 'Interface VPC endpoint is in more than one Availability Zone',
  description:
    'Counts the subnets of each interface endpoint. An endpoint can have one network interface in each Availability Zone.',
  risk: 'If the only Availability Zone of the endpoint fails, the whole VPC loses access to the service.',
  decision:
    'Passes if an interface endpoint has subnets in two or more Availability Zones. AWS allows one subnet per zone, so two subnets are in two zones. Fails if it has one. Endpoints of other types, endpoints that are not available and AWS-managed endpoints give no finding.',
  fix: {
    text: 'Add a subnet in another Availability Zone to the endpoint.',
    console: [
      'Open the VPC console, choose Endpoints, and select the endpoint.',
      'Choose Actions, and then choose Manage subnets.',
      'Select a subnet in each additional Availability Zone, and choose Modify subnets.',
    ],
    cli: 'aws ec2 modify-vpc-endpoint --vpc-endpoint-id <endpoint id> --add-subnet-ids <subnet id>',
    terraform: `resource "aws_vpc_endpoint" "queues" {
  vpc_id            = aws_vpc.main.id
  service_name      = "com.amazonaws.eu-central-1.sqs"
  vpc_endpoint_type = "Interface"
  subnet_ids        = [aws_subnet.private["a"].id, aws_subnet.private["b"].id]
}`,
  },
  source: 'https://docs.aws.amazon.com/vpc/latest/privatelink/create-interface-endpoint.html',
  over: 'endpoints',
  needs: [],
  judge: ({ endpoint_id: id, name, type, state, managed, subnet_ids: subnets }) => {
    if (type !== 'Interface' || managed || state.toLowerCase() !== 'available') return []
    return subnets.length > 1
      ? pass(`${label(id, name)} is in ${subnets.length} Availability Zones.`)
      : fail(`${label(id, name)} is in only one Availability Zone.`)
  },
})
