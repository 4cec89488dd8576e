import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_inside_vpc',
  title: 'RDS DB instance is in a VPC',
  description:
    'Reads the subnet group and the VPC of each DB instance. Subnets, routes and security groups of the VPC control access to the database.',
  risk: 'Outside a VPC, only legacy DB security groups restrict access. There are no private subnets, flow logs or network ACLs.',
  decision:
    'Passes if the instance has a subnet group in a VPC. Fails if it has none, which means EC2-Classic. Cluster members are checked like other instances.',
  fix: {
    text: 'Move the instance to a subnet group with private subnets in a VPC.',
    console: [
      'Open Aurora and RDS, choose Subnet groups, and create one with private subnets in two Availability Zones.',
      'Choose Databases, then the instance, and choose Modify.',
      'Under Connectivity, choose the new subnet group and a security group of the VPC.',
      'Choose Continue. The instance restarts when the change is applied.',
    ],
    cli: 'aws rds modify-db-instance --db-instance-identifier <instance> --db-subnet-group-name <subnet-group> --vpc-security-group-ids <security-group>',
    terraform: `resource "aws_db_subnet_group" "private" {
  name       = "databases"
  subnet_ids = [aws_subnet.private_a.id, aws_subnet.private_b.id]
}

resource "aws_db_instance" "orders" {
  identifier                  = "orders"
  engine                      = "postgres"
  instance_class              = "db.m7g.large"
  allocated_storage           = 100
  username                    = "larkspur"
  manage_master_user_password = true
  db_subnet_group_name        = aws_db_subnet_group.private.name
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_VPC.html',
  over: 'instances',
  needs: [],
  judge: ({ name, vpc_id: vpc }) =>
    vpc === null
      ? fail(`DB instance ${name} is not in a VPC.`)
      : pass(`DB instance ${name} is in VPC ${vpc}.`),
})
