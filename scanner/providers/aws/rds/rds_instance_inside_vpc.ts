import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_inside_vpc',
  title: 'Database instance lies in a VPC',
  description:
    'Reads the subnet group of each instance and the VPC that it belongs to, whose subnets, routes and security groups then guard the database.',
  risk: 'Outside a VPC only the old DB security groups stand between the database and the world: no private subnets, no flow logs, no network ACLs.',
  decision:
    'Passes when the instance has a subnet group of a VPC. Fails when it has none, which means EC2-Classic. Members of clusters are judged like others.',
  fix: {
    text: 'Move the instance to a subnet group of private subnets in a VPC.',
    console: [
      'Open Aurora and RDS, choose Subnet groups, and make one of private subnets in two zones.',
      'Choose Databases, then the instance, and choose Modify.',
      'Under Connectivity, choose the new subnet group and a security group of the VPC.',
      'Choose Continue; the instance restarts when the change is applied.',
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
      ? fail(`The instance ${name} is in no VPC.`)
      : pass(`The instance ${name} is in the VPC ${vpc}.`),
})
