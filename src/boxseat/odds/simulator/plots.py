"""Plots of a simulation: the distribution of a round, a bankroll over sessions, and the edge by true count."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from boxseat.odds.simulator.figures import FAN_PERCENTILES, SessionFigures, SimulationFigures

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, QUIET, FELT, GOLD = "#1b1b1b", "#8a8a8a", "#1f6f54", "#b8862b"


def draw_figures(found: SimulationFigures, lived: SessionFigures, path: str, *, title: str) -> None:
    """Draw all plots into one file; the file name's ending decides its format."""
    from matplotlib.figure import Figure

    panels = 3 if found.by_count else 2
    figure = Figure(figsize=(5.6 * panels, 4.4), layout="constrained")
    figure.suptitle(f"{title}: {found.rounds:,} rounds", color=INK)
    axes = figure.subplots(1, panels)
    _nets(axes[0], found)
    _fan(axes[1], lived)
    if found.by_count:
        _edge_by_count(axes[2], found)
    figure.savefig(path, dpi=150)


def _nets(axes: Axes, found: SimulationFigures) -> None:
    """How often a box's round comes to what, each bar on a scale that shows the rare ones."""
    nets = [float(Fraction(net)) for net in found.distribution]
    axes.bar(nets, list(found.distribution.values()), width=0.3, color=FELT)
    axes.set_yscale("log")
    axes.set(title="A box's round", xlabel="net, in units", ylabel="part of all rounds")


def _fan(axes: Axes, lived: SessionFigures) -> None:
    rounds = range(1, lived.rounds + 1)
    lowest, low, middle, high, highest = (lived.fan[str(part)] for part in FAN_PERCENTILES)
    axes.fill_between(rounds, lowest, highest, color=FELT, alpha=0.2, linewidth=0, label="nine sessions in ten")
    axes.fill_between(rounds, low, high, color=FELT, alpha=0.35, linewidth=0, label="every second session")
    axes.plot(rounds, middle, color=INK, linewidth=1.2, label="the middle one")
    axes.axhline(lived.bankroll, color=QUIET, linewidth=0.8, linestyle=":")
    axes.set(title=f"A bankroll of {lived.bankroll:g} units", xlabel="rounds", ylabel="units")
    axes.legend(frameon=False, fontsize="small")


def _edge_by_count(axes: Axes, found: SimulationFigures) -> None:
    counts = [one.true_count for one in found.by_count]
    edges = [-100 * one.house_edge for one in found.by_count]
    errors = [200 * one.standard_error for one in found.by_count]
    axes.errorbar(counts, edges, yerr=errors, color=GOLD, marker="o", markersize=3, linewidth=1, capsize=2)
    axes.axhline(0, color=QUIET, linewidth=0.8)
    axes.set(title="The player's edge by true count", xlabel="true count", ylabel="per cent of the wager")
