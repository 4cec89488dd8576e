import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_no_public_access',
  title: 'RDS DB instance is not publicly accessible',
  description:
    'Reads whether each DB instance is publicly accessible. If it is, its endpoint resolves to a public IP address.',
  risk: 'One permissive security group rule is then enough to expose the database to password guessing and exploits from the internet.',
  decision:
    'Fails if the instance is publicly accessible, regardless of its security groups, which can change at any time. Passes if it is not. Cluster members are checked individually.',
  fix: {
    text: 'Turn off public access and connect to the database from within the VPC, through a VPN, or through a bastion host.',
    console: [
      'Open Aurora and RDS, choose Databases, then the instance, and choose Modify.',
      'Under Connectivity, Additional configuration, choose Not publicly accessible.',
      'Choose Continue, then Apply immediately. Verify that clients outside the VPC have another way to connect.',
    ],
    cli: 'aws rds modify-db-instance --db-instance-identifier <instance> --no-publicly-accessible --apply-immediately',
    terraform: `resource "aws_db_instance" "orders" {
  identifier                  = "orders"
  engine                      = "postgres"
  instance_class              = "db.m7g.large"
  allocated_storage           = 100
  username                    = "larkspur"
  manage_master_user_password = true
  publicly_accessible         = false
  db_subnet_group_name        = aws_db_subnet_group.private.name
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_VPC.WorkingWithRDSInstanceinaVPC.html',
  links: ['https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/Overview.RDSSecurityGroups.html'],
  over: 'instances',
  needs: ['public'],
  judge: ({ name, public: isPublic }) =>
    isPublic
      ? fail(`DB instance ${name} is publicly accessible.`)
      : pass(`DB instance ${name} is not publicly accessible.`),
})
