"""What several tests and the benchmarks share: dealt hands, a referee and two oracles."""
