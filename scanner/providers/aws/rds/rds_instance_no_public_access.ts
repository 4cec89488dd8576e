import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_no_public_access',
  title: 'Database instance has no public address',
  description:
    'Reads whether each instance is marked as publicly accessible, which gives its endpoint an address that resolves on the internet.',
  risk: 'One careless rule in a security group is then enough for the whole internet to try passwords and exploits against the database.',
  decision:
    'Fails when the instance is publicly accessible, whatever its security groups say, since those can change at any moment. Passes when it is not. Members of clusters are judged one by one.',
  fix: {
    text: 'Turn off public access and reach the database from within the VPC, through a VPN, or through a bastion.',
    console: [
      'Open Aurora and RDS, choose Databases, then the instance, and choose Modify.',
      'Under Connectivity, Additional configuration, choose Not publicly accessible.',
      'Choose Continue, then Apply immediately, and see that clients outside the VPC have another way in.',
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
      ? fail(`The instance ${name} is publicly accessible.`)
      : pass(`The instance ${name} is not publicly accessible.`),
})
