export { Histogram, type Measured, Metrics, type Observe } from './metrics.ts'
export { type MetricsServer, serveMetrics } from './serve.ts'
