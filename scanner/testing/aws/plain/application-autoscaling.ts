import type { PlainService } from './plain.ts'

export const applicationAutoscaling: PlainService = {
  name: 'application-autoscaling',
  protocol: 'json',
  target: 'AnyScaleFrontendService',
  operations: {
    DescribeScalingPolicies: {
      list: 'ScalingPolicies',
      where: { ServiceNamespace: 'ServiceNamespace' },
      asked: { ServiceNamespace: 'dynamodb' },
    },
  },
}
