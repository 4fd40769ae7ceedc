/** What `work` comes to, or after `ms` milliseconds what `otherwise` says instead; `work` itself goes on. */
export function within<T>(ms: number, work: PromiseLike<T>, otherwise: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        resolve(otherwise())
      } catch (error) {
        reject(error)
      }
    }, ms)
    void Promise.resolve(work)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}
