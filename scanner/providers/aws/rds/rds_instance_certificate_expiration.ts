import { fail, pass } from '../../../kit/index.ts'
import { daysBetween } from '../days.ts'
import { check } from './resources.ts'

const soonDays = 90

export default check({
  id: 'rds_instance_certificate_expiration',
  title: 'Database instance has a certificate that is valid for months',
  description:
    'Reads until when the certificate is valid that each instance shows to clients who connect with TLS.',
  risk: 'From that day on clients that check certificates cannot connect, and the quick way out is to stop checking them.',
  decision:
    'Fails when the certificate has expired or expires within 90 days: RDS renews those of newer authorities long before that, so nobody has taken care of this one. Passes when it is valid for longer. An instance whose answer names no certificate gives no finding.',
  fix: {
    text: 'Move the instance to a newer certificate authority, after its clients have learned to trust that one.',
    console: [
      'Give the clients the bundle with all certificate authorities of RDS.',
      'Open Aurora and RDS, choose Databases, then the instance, and choose Modify.',
      'Under Connectivity, Certificate authority, choose rds-ca-rsa2048-g1 or a later one.',
      'Choose Continue and when to apply it: some engines restart.',
    ],
    cli: 'aws rds modify-db-instance --db-instance-identifier <instance> --ca-certificate-identifier rds-ca-rsa2048-g1 --apply-immediately',
    terraform: `resource "aws_db_instance" "orders" {
  identifier                  = "orders"
  engine                      = "postgres"
  instance_class              = "db.m7g.large"
  allocated_storage           = 100
  username                    = "larkspur"
  manage_master_user_password = true
  ca_cert_identifier          = "rds-ca-rsa2048-g1"
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/UsingWithRDS.SSL-certificate-rotation.html',
  links: ['https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/UsingWithRDS.SSL.html'],
  over: 'instances',
  needs: ['certificate_ends'],
  judge: ({ name, certificate_ends: ends }, { now }) => {
    if (ends === null) return []
    const left = daysBetween(now, ends)
    const day = ends.slice(0, 10)
    if (left <= 0) return fail(`The certificate of the instance ${name} expired on ${day}.`)
    return left <= soonDays
      ? fail(`The certificate of the instance ${name} expires on ${day}, within ${soonDays} days.`)
      : pass(`The certificate of the instance ${name} is valid until ${day}.`)
  },
})
