import { fail, pass } from '../../../kit/index.ts'
import { daysBetween } from '../days.ts'
import { check } from './resources.ts'

const soonDays = 90

export default check({
  id: 'rds_instance_certificate_expiration',
  title: 'RDS DB instance certificate is valid for more than 90 days',
  description: 'Reads the expiration date of the TLS server certificate of each DB instance.',
  risk: 'When the certificate expires, clients that verify certificates cannot connect. The usual workaround is to turn verification off.',
  decision:
    'Fails if the certificate has expired or expires within 90 days. RDS renews certificates of newer certificate authorities long before that, so this certificate needs manual action. Passes if it is valid longer. An instance without a certificate in the response gives no finding.',
  fix: {
    text: 'Switch the instance to a newer certificate authority after its clients trust that authority.',
    console: [
      'Install the bundle with all RDS certificate authorities on the clients.',
      'Open Aurora and RDS, choose Databases, then the instance, and choose Modify.',
      'Under Connectivity, Certificate authority, choose rds-ca-rsa2048-g1 or a later one.',
      'Choose Continue and when to apply the change. Some engines restart.',
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
    if (left <= 0) return fail(`The certificate of DB instance ${name} expired on ${day}.`)
    return left <= soonDays
      ? fail(`The certificate of DB instance ${name} expires on ${day}, within ${soonDays} days.`)
      : pass(`The certificate of DB instance ${name} is valid until ${day}.`)
  },
})
