package org.temoto.task;

import java.util.function.Consumer;
import org.temoto.task.deque.Claimer;
import org.temoto.task.deque.StealWord;
import org.temoto.task.steal.Look;
import org.temoto.task.steal.RemoteClaim;
import org.temoto.task.steal.TakenTask;
import org.temoto.task.steal.VictimChoice;

/**
 * Claims what other PEs offer. A look is at several of them at once: the last victim, and random
 * ones, of this host and of any. Who offers something is robbed; if nobody does, some who do not
 * know that there are thieves are told, by claims in vain.
 */
final class OneSidedThief implements RemoteThief {
  /**
   * So many are looked at in one wait. Where few have work, as at the beginning and the end of a
   * run, a thief that asked one after the other would not find one of these for long. Thieves that
   * looked at 32 would all go to the same few: uts takes 4 to 8 % longer then.
   */
  private static final int MOST_SEEN = 8;

  /** So many are told after a look, each of which takes as long as the look at all of them. */
  private static final int MOST_TOLD = 2;

  /** A thief that waited longer after each of a few looks at many PEs would find nothing, too. */
  private static final int MOST_LOOKS = 8;

  private final Site site;
  private final Worker worker;
  private final VictimChoice choice;
  private final Attempts attempts;
  private final RemoteClaim claim;
  private final Look look;

  /** Random victims of a look. */
  private final int seen;

  private final int looks;

  private int giver;
  private int giverPe;

  OneSidedThief(Site site, Worker worker, VictimChoice choice, Attempts attempts, Claimer claimer) {
    this.site = site;
    this.worker = worker;
    this.choice = choice;
    this.attempts = attempts;
    this.claim = new RemoteClaim(worker.channel, claimer, site.takesHalf());
    this.seen = Math.min(site.pes - 1, MOST_SEEN);
    this.looks = Math.clamp((site.pes - 1) / MOST_SEEN, 1, MOST_LOOKS);
    this.look = new Look(worker.channel, seen + 1);
  }

  @Override
  public TakenTask take() {
    if (seen == 0) {
      return null;
    }
    for (int i = 0; i < looks && !worker.isCalled(); i++) {
      look();
      if (takeSeen()) {
        return claim.taken();
      }
    }
    return null;
  }

  private void look() {
    look.begin();
    int last = choice.lastRemote();
    if (last != VictimChoice.NONE) {
      lookAt(last);
    }
    for (int i = 0; i < seen; i++) {
      int victim = choice.randomInTurn();
      if (victim != last) {
        lookAt(victim);
      }
    }
    look.end();
    if (last != VictimChoice.NONE && !StealWord.hasUnclaimed(look.word(0))) {
      choice.remember(last, false);
    }
  }

  private void lookAt(int victim) {
    look.at(victim, pe(victim), site.layout.worker(index(victim)));
  }

  /** Claims what has been seen, or tells those who have nothing on offer; whether a task came. */
  private boolean takeSeen() {
    int claims = 0;
    for (int i = 0; i < look.count(); i++) {
      if (StealWord.hasUnclaimed(look.word(i))) {
        claims++;
        if (takeFrom(i)) {
          return true;
        }
      }
    }
    int told = 0;
    for (int i = 0; i < look.count() && told < MOST_TOLD; i++) {
      long word = look.word(i);
      if (!StealWord.hasUnclaimed(word) && !claim.isTold(look.victim(i), word)) {
        told++;
        if (takeFrom(i)) { // which it may have offered meanwhile
          return true;
        }
      }
    }
    if (claims + told == 0) {
      attempts.failed();
    }
    return false;
  }

  private boolean takeFrom(int index) {
    int victim = look.victim(index);
    int pe = pe(victim);
    boolean taken = claim.take(victim, pe, site.layout.worker(index(victim)), look.word(index));
    if (taken) {
      choice.remember(victim, true);
      giver = index(victim);
      giverPe = pe;
    } else {
      attempts.failed();
    }
    return taken;
  }

  private int pe(int victim) {
    return victim / site.workers.length;
  }

  private int index(int victim) {
    return victim % site.workers.length;
  }

  @Override
  public void others(Consumer<TakenTask> receiver) {
    claim.others(receiver);
  }

  @Override
  public int giverPe() {
    return giverPe;
  }

  @Override
  public int giver() {
    return giver;
  }

  @Override
  public void leave() {}

  @Override
  public boolean isAwaiting() {
    return false;
  }
}
