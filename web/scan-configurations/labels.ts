/** Labels of configuration keys: "Connect timeout (ms)" for `connect_timeout_ms`. */

/** Words that are not written as in the key. */
const written: Readonly<Record<string, string>> = {
  max: 'maximum',
  min: 'minimum',
  maxage: 'maximum age',
  maxbackup: 'maximum backups',
  maxsize: 'maximum size',
  azs: 'Availability Zones',
  ids: 'IDs',
  ebs: 'EBS',
  ec2: 'EC2',
  ecr: 'ECR',
  ecs: 'ECS',
  eks: 'EKS',
  elb: 'ELB',
  elbv2: 'ELBv2',
  rds: 'RDS',
  sg: 'security group',
  pqc: 'post-quantum',
  tls: 'TLS',
  ca: 'CA',
  dod: 'DoD',
  apigateway: 'API Gateway',
  apiserver: 'API server',
  backup: 'backup',
  cloudfront: 'CloudFront',
  cloudwatch: 'CloudWatch',
  codeartifact: 'CodeArtifact',
  fargate: 'Fargate',
  lambda: 'Lambda',
  linux: 'Linux',
  okta: 'Okta',
  windows: 'Windows',
}
const units: Readonly<Record<string, string>> = { ms: 'ms', days: 'days', minutes: 'minutes' }

export function labelOf(name: string): string {
  const parts = name.split('_')
  const unit = units[parts.at(-1) ?? '']
  const text = (unit ? parts.slice(0, -1) : parts).map((part) => written[part] ?? part).join(' ')
  const label = text.charAt(0).toUpperCase() + text.slice(1)
  return unit ? `${label.replace(/ in$/, '')} (${unit})` : label
}
